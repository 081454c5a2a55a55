import type { BotCommand } from "@neonrelay/contract/callers";
import { Listbox, ListboxOption } from "../../ui/listbox.tsx";

/** The bot's commands, above the message input. */
export function CommandList({
  id,
  commands,
  chosen,
  onChoose,
}: {
  readonly id: string;
  readonly commands: readonly BotCommand[];
  /** Index of the command that Enter selects. */
  readonly chosen: number;
  readonly onChoose: (command: BotCommand) => void;
}) {
  return (
    <Listbox
      id={id}
      label="Bot commands"
      className="absolute inset-x-2 bottom-full mb-1 max-h-64 overflow-y-auto rounded-m border border-line bg-s3 p-1"
    >
      {commands.map((command, place) => (
        <ListboxOption
          key={command.name}
          id={`${id}-${place}`}
          isChosen={place === chosen}
          className="cursor-pointer rounded-s px-3 py-1.5 hover:bg-s2 aria-selected:bg-primary aria-selected:text-on-primary"
          onChoose={() => onChoose(command)}
        >
          <span className="block font-mono text-[13px] font-semibold break-words">
            {command.usage}
          </span>
          <span className="block text-[12px] leading-4">{command.help}</span>
        </ListboxOption>
      ))}
    </Listbox>
  );
}
