import { Stethoscope } from "lucide-react";
import { Suspense, useState } from "react";
import { ErrorBoundary } from "../../../frame/error-boundary.tsx";
import { FormSection } from "../../../ui/form-fields.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { LoadingRows } from "../../../ui/panel-state.tsx";
import { useRight } from "../../accounts/index.ts";

const { Part: DoctorReport } = lazyPart(
  async () => (await import("./doctor-report.tsx")).DoctorReport,
);

/** Checks the station and its machine, on request: for super admins. */
export function DoctorPanel() {
  const mayLook = useRight("backup");
  const [isOpen, setOpen] = useState(false);
  if (!mayLook) return null;
  return (
    <FormSection
      title="Doctor"
      text="Checks ports, addresses, clock, disk, database, codecs, music, IRC and backups, and says what to do."
    >
      {isOpen ? (
        <ErrorBoundary scope="panel">
          <Suspense fallback={<LoadingRows label="Loading check" count={5} />}>
            <DoctorReport />
          </Suspense>
        </ErrorBoundary>
      ) : (
        <div>
          <button type="button" className="button" onClick={() => setOpen(true)}>
            <Stethoscope size={16} aria-hidden="true" />
            Check the Station
          </button>
        </div>
      )}
    </FormSection>
  );
}
