import { ListChecks, Stethoscope } from "lucide-react";
import { Suspense, useState } from "react";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { useRight } from "../../accounts/index.ts";

const { Part: CareSheet } = lazyPart(async () => (await import("./care-sheet.tsx")).CareSheet);

/** What operators do with the library as a whole. */
export function LibraryTools({ onSelect }: { readonly onSelect: () => void }) {
  const mayEdit = useRight("library_edit");
  const [isCaring, setIsCaring] = useState(false);
  return (
    <>
      <button type="button" className="button button-small" onClick={onSelect}>
        <ListChecks size={15} aria-hidden="true" />
        <span className="max-sm:sr-only">Select</span>
      </button>
      {mayEdit && (
        <button type="button" className="button button-small" onClick={() => setIsCaring(true)}>
          <Stethoscope size={15} aria-hidden="true" />
          <span className="max-sm:sr-only">Care</span>
        </button>
      )}
      {isCaring && (
        <Suspense fallback={null}>
          <CareSheet onClose={() => setIsCaring(false)} />
        </Suspense>
      )}
    </>
  );
}
