import type { Isupport } from "./isupport.ts";

/** One mode change. */
export interface ModeChange {
  readonly sign: "+" | "-";
  readonly mode: string;
  /** `status`: of a member; `list`: of masks; `setting`: has a value; `flag`: on or off. */
  readonly kind: "status" | "list" | "setting" | "flag";
  /** Absent for flags, for settings unset without one, and where the sender omitted it, which queries a list. */
  readonly param?: string;
}

/**
 * Parses a channel's mode changes.
 * @param params of MODE after the channel: letters, then their params
 * @example
 * parseChannelModes(["+o-m", "ann"], defaultIsupport).map(({ sign, mode, param }) => [sign, mode, param]); // [["+", "o", "ann"], ["-", "m", undefined]]
 */
export function parseChannelModes(
  params: readonly string[],
  isupport: Pick<Isupport, "prefix" | "chanModes">,
): readonly ModeChange[] {
  const values = params.slice(1);
  return signedLetters(params[0] ?? "").map(({ sign, mode }) => {
    const { kind, takesParam } = describeMode(mode, sign, isupport);
    const param = takesParam ? values.shift() : undefined;
    return { sign, mode, kind, ...(param === undefined ? {} : { param }) };
  });
}

/**
 * Parses a user's mode changes, which take no params.
 * @example
 * parseUserModes("+i"); // [{ sign: "+", mode: "i", kind: "flag" }]
 */
export function parseUserModes(letters: string): readonly ModeChange[] {
  return signedLetters(letters).map(({ sign, mode }) => ({ sign, mode, kind: "flag" }));
}

/**
 * Serialises changes as params of MODE.
 * @param maxParams maximum changes with a param per line, ISUPPORT MODES
 * @returns params after the channel, one array per line needed
 * @example
 * serialiseModes([{ sign: "+", mode: "o", kind: "status", param: "ann" }], 4); // [["+o", "ann"]]
 */
export function serialiseModes(
  changes: readonly ModeChange[],
  maxParams: number,
): readonly (readonly string[])[] {
  const lines: (readonly string[])[] = [];
  let letters = "";
  let sign = "";
  let values: string[] = [];
  const endLine = () => {
    if (letters !== "") lines.push([letters, ...values]);
    letters = "";
    sign = "";
    values = [];
  };
  for (const change of changes) {
    if (change.param !== undefined && values.length >= maxParams) endLine();
    if (change.sign !== sign) letters += change.sign;
    sign = change.sign;
    letters += change.mode;
    if (change.param !== undefined) values.push(change.param);
  }
  endLine();
  return lines;
}

function signedLetters(text: string): readonly { sign: "+" | "-"; mode: string }[] {
  const letters: { sign: "+" | "-"; mode: string }[] = [];
  let sign: "+" | "-" = "+";
  for (const letter of text) {
    if (letter === "+" || letter === "-") sign = letter;
    else letters.push({ sign, mode: letter });
  }
  return letters;
}

function describeMode(
  mode: string,
  sign: "+" | "-",
  { prefix, chanModes }: Pick<Isupport, "prefix" | "chanModes">,
): { kind: ModeChange["kind"]; takesParam: boolean } {
  if (prefix.some((status) => status.mode === mode)) return { kind: "status", takesParam: true };
  if (chanModes.list.includes(mode)) return { kind: "list", takesParam: true };
  if (chanModes.always.includes(mode)) return { kind: "setting", takesParam: true };
  if (chanModes.whenSet.includes(mode)) return { kind: "setting", takesParam: sign === "+" };
  return { kind: "flag", takesParam: false };
}
