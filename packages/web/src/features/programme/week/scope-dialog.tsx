import { Dialog } from "../../../ui/dialog.tsx";

/** Asks whether a change applies to one occurrence or to all. */
export function ScopeDialog({
  title,
  text,
  isDanger = false,
  onOne,
  onAll,
  onClose,
}: {
  readonly title: string;
  readonly text: string;
  readonly isDanger?: boolean;
  readonly onOne: () => void;
  readonly onAll: () => void;
  readonly onClose: () => void;
}) {
  const look = isDanger ? "button button-danger" : "button button-primary";
  const choose = (act: () => void) => () => {
    act();
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="text-muted">{text}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="button" onClick={choose(onAll)}>
          All of Them
        </button>
        <button type="button" className={look} onClick={choose(onOne)}>
          Only This One
        </button>
      </div>
    </Dialog>
  );
}
