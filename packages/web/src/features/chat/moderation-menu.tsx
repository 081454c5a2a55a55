import { Ban, ClockAlert, EllipsisVertical, Trash2, UserX } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { useDeleteChatMessage } from "./chat-data.ts";
import { useModerate } from "./moderation-data.ts";

const MUTES = [
  { minutes: 10, label: "Mute for 10 minutes" },
  { minutes: 60, label: "Mute for an hour" },
] as const;

/** A moderator's actions for a message, or for a user in the channel. */
export function ModerationMenu({
  username,
  messageId,
  isPerson,
}: {
  readonly username: string;
  /** undefined: only for the user. */
  readonly messageId: string | undefined;
  /** False for the station itself. */
  readonly isPerson: boolean;
}) {
  const remove = useDeleteChatMessage();
  const moderate = useModerate();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Menu
        label={`Moderate ${username}`}
        className="icon-button -my-1 size-8"
        icon={<EllipsisVertical size={16} aria-hidden="true" />}
      >
        {messageId !== undefined && (
          <MenuItem
            icon={<Trash2 size={16} aria-hidden="true" />}
            onSelect={() => remove.mutate(messageId)}
          >
            Delete Message
          </MenuItem>
        )}
        {isPerson &&
          MUTES.map(({ minutes, label }) => (
            <MenuItem
              key={minutes}
              icon={<ClockAlert size={16} aria-hidden="true" />}
              onSelect={() => moderate.mutate({ kind: "mute", username, minutes })}
            >
              {label}
            </MenuItem>
          ))}
        {isPerson && (
          <MenuItem
            icon={<UserX size={16} aria-hidden="true" />}
            onSelect={() => moderate.mutate({ kind: "kick", username })}
          >
            Kick
          </MenuItem>
        )}
        {isPerson && (
          <MenuItem icon={<Ban size={16} aria-hidden="true" />} onSelect={() => setIsAsking(true)}>
            Ban
          </MenuItem>
        )}
      </Menu>
      {isAsking && (
        <ConfirmDialog
          title={`Ban ${username}?`}
          text="They leave the channel at once and cannot come back until the ban is lifted in the list of users."
          action="Ban"
          onConfirm={() => moderate.mutate({ kind: "ban", username })}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
