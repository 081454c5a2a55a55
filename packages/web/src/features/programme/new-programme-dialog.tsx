import { Dialog } from "../../ui/dialog.tsx";
import { SetUpWizard } from "./set-up-wizard.tsx";

/** Asks again what the station should play, and keeps what it has. */
export function NewProgrammeDialog({
  onOpenTab,
  onClose,
}: {
  readonly onOpenTab: (tab: string) => void;
  readonly onClose: () => void;
}) {
  const closeAt = (tab: string) => () => {
    onClose();
    onOpenTab(tab);
  };
  return (
    <Dialog title="New programme" onClose={onClose}>
      <SetUpWizard
        text="Your playlists, clocks, shows and week stay. New playlists take turns with yours, and a playlist whose name you already use stays as it is. New shows may cover yours where they overlap: Week shows where. Afterwards, turn off or remove what you no longer want."
        onOwn={closeAt("playlists")}
        onTurns={closeAt("playlists")}
        onWeek={closeAt("week")}
      />
    </Dialog>
  );
}
