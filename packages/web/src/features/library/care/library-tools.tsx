import { EllipsisVertical, ListChecks, Stethoscope } from "lucide-react";
import { Suspense } from "react";
import { useSearchParams } from "wouter";
import { ErrorBoundary } from "../../../frame/error-boundary.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { useRight } from "../../accounts/index.ts";
import { withParts } from "../library-view.ts";

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
  const [search, setSearch] = useSearchParams();
  const care = (tab: string | undefined) =>
    setSearch((before) => withParts(before, { care: tab }), { replace: true });
  return (
    <>
      <Menu
        label="Library menu"
        className="icon-button"
        icon={<EllipsisVertical size={18} aria-hidden="true" />}
      >
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
            onSelect={() => care("attention")}
          >
            Library Care
          </MenuItem>
        )}
      </Menu>
      {mayEdit && search.has("care") && (
        <ErrorBoundary scope="dialog" onClose={() => care(undefined)}>
          <Suspense fallback={null}>
            <CareSheet
              open={search.get("care") ?? ""}
              onOpen={care}
              onClose={() => care(undefined)}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
