import { Dialog } from "../../../ui/dialog.tsx";
import { TrashList } from "./trash-list.tsx";

/** What a library needs now and then. */
export function CareSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Trash" isSheet onClose={onClose}>
      <TrashList />
    </Dialog>
  );
}
