/** Parses the argument of a moderation command: '<name> [10m|2h|1d] [reason]'. */
interface ModerationArguments {
  readonly name: string;
  /** null: none was given. */
  readonly minutes: number | null;
  /** '' when none was given. */
  readonly reason: string;
}

const minutesOf: Readonly<Record<string, number>> = { m: 1, h: 60, d: 24 * 60 };
/** A year, the station's maximum. */
const MAX_MINUTES = 365 * 24 * 60;
const MAX_REASON = 200;

/** @returns null when no name was given */
export function readModeration(argument: string): ModerationArguments | null {
  const [name = "", ...rest] = argument.split(" ");
  if (name === "") return null;
  const minutes = readMinutes(rest[0] ?? "");
  const reason = (minutes === null ? rest : rest.slice(1)).join(" ").slice(0, MAX_REASON);
  return { name, minutes, reason: reason.toWellFormed().trim() };
}

function readMinutes(word: string): number | null {
  const [, count = "", unit = ""] = /^(\d{1,6})([mhd])$/i.exec(word) ?? [];
  const minutes = Number(count) * (minutesOf[unit.toLowerCase()] ?? 0);
  return minutes === 0 ? null : Math.min(minutes, MAX_MINUTES);
}
