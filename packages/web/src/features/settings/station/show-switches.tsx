import type { StationSettings } from "@neonrelay/contract/callers";
import { SwitchField } from "../../../ui/form-fields.tsx";

type ShowSettings = Pick<StationSettings, "announcesShows" | "doesTopicFollowShow" | "djKeysWork">;

/** What shows change on IRC and for DJs. */
export function ShowSwitches({
  draft,
  onEdit,
}: {
  readonly draft: ShowSettings;
  readonly onEdit: (edited: Partial<ShowSettings>) => void;
}) {
  return (
    <>
      <SwitchField
        label="Announce shows on IRC"
        text="The bot announces in the channel when a show begins."
        isOn={draft.announcesShows}
        onChange={(announcesShows) => onEdit({ announcesShows })}
      />
      <SwitchField
        label="IRC topic follows the show"
        text="The bot sets the channel's topic: which show is on and until when. It replaces topics that others set."
        isOn={draft.doesTopicFollowShow}
        onChange={(doesTopicFollowShow) => onEdit({ doesTopicFollowShow })}
      />
      <SwitchField
        label="DJs only in their shows"
        text="A stream key works only in the live shows of its owner. Otherwise it works whenever no show admits only its hosts."
        isOn={draft.djKeysWork === "in-own-shows"}
        onChange={(isOn) => onEdit({ djKeysWork: isOn ? "in-own-shows" : "always" })}
      />
    </>
  );
}
