import type { BotCommand } from "@neonrelay/contract/callers";

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
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native list can't follow the input
      role="listbox"
      aria-label="Bot commands"
      className="absolute inset-x-2 bottom-full mb-1 max-h-64 overflow-y-auto rounded-m border border-line bg-s3 p-1"
    >
      {commands.map((command, place) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input takes the keys, see aria-activedescendant
        <div
          key={command.name}
          id={`${id}-${place}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option of the listbox above
          role="option"
          tabIndex={-1}
          aria-selected={place === chosen}
          ref={place === chosen ? showLine : undefined}
          className="cursor-pointer rounded-s px-3 py-1.5 hover:bg-s2 aria-selected:bg-primary aria-selected:text-on-primary"
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(command)}
        >
          <span className="block font-mono text-[13px] font-semibold break-words">
            {command.usage}
          </span>
          <span className="block text-[12px] leading-4">{command.help}</span>
        </div>
      ))}
    </div>
  );
}

function showLine(line: HTMLElement | null): void {
  line?.scrollIntoView({ block: "nearest" });
}
