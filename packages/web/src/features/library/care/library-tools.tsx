import { EllipsisVertical, ListChecks, Stethoscope, Tags } from "lucide-react";
import { Suspense, useState } from "react";
import { useLocation } from "wouter";
import { ErrorBoundary } from "../../../frame/error-boundary.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { useRight } from "../../accounts/index.ts";

const { Part: CareSheet } = lazyPart(async () => (await import("./care-sheet.tsx")).CareSheet);

/** Operators' actions for the whole library. */
export function LibraryTools({
  isSelecting,
  onSelect,
}: {
  readonly isSelecting: boolean;
  readonly onSelect: () => void;
}) {
  const mayEdit = useRight("library_edit");
  const [, navigate] = useLocation();
  const [isCaring, setIsCaring] = useState(false);
  return (
    <>
      <Menu
        label="Library menu"
        className="icon-button"
        icon={<EllipsisVertical size={18} aria-hidden="true" />}
      >
        <MenuItem
          icon={<Tags size={18} aria-hidden="true" />}
          onSelect={() => navigate("/library/artists")}
        >
          Browse
        </MenuItem>
        <MenuItem
          icon={<ListChecks size={18} aria-hidden="true" />}
          disabled={isSelecting}
          onSelect={onSelect}
        >
          Select Tracks
        </MenuItem>
        {mayEdit && (
          <MenuItem
            icon={<Stethoscope size={18} aria-hidden="true" />}
            onSelect={() => setIsCaring(true)}
          >
            Library Care
          </MenuItem>
        )}
      </Menu>
      {isCaring && (
        <ErrorBoundary scope="dialog" onClose={() => setIsCaring(false)}>
          <Suspense fallback={null}>
            <CareSheet onClose={() => setIsCaring(false)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
