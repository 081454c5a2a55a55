/** A colour of mIRC's palette (0 to 98), or any other as six hexadecimal digits. */
export type TextColour =
  | { readonly kind: "palette"; readonly index: number }
  | { readonly kind: "rgb"; readonly hex: string };

/** How a run of text looks. */
export interface TextStyle {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strikethrough: boolean;
  readonly monospace: boolean;
  readonly reverse: boolean;
  readonly foreground?: TextColour;
  readonly background?: TextColour;
}

/** Text with one style throughout. */
export interface FormattedRun extends TextStyle {
  readonly text: string;
}

const plain: TextStyle = {
  bold: false,
  italic: false,
  underline: false,
  strikethrough: false,
  monospace: false,
  reverse: false,
};

const toggles: Readonly<Record<string, keyof Omit<TextStyle, "foreground" | "background">>> = {
  "\u0002": "bold",
  "\u001D": "italic",
  "\u001F": "underline",
  "\u001E": "strikethrough",
  "\u0011": "monospace",
  "\u0016": "reverse",
};

/* oxlint-disable no-control-regex -- formatting consists of control characters */
const token =
  /\u0003(?:(\d{1,2})(?:,(\d{1,2}))?)?|\u0004(?:([0-9A-Fa-f]{6})(?:,([0-9A-Fa-f]{6}))?)?|[\u0002\u000F\u0011\u0016\u001D\u001E\u001F]/g;
const otherControl = /[\u0000-\u001F\u007F]/g;
/* oxlint-enable no-control-regex */

/**
 * Parses mIRC's formatting codes (modern.ircdocs.horse/formatting). Adjacent runs differ in style, none is empty, and
 * control characters without a formatting meaning become spaces.
 * @example
 * parseFormatting("\u0002on\u0002 air").map(({ text, bold }) => [text, bold]); // [["on", true], [" air", false]]
 */
export function parseFormatting(text: string): readonly FormattedRun[] {
  const runs: FormattedRun[] = [];
  let style = plain;
  let position = 0;
  const addRun = (end: number) => {
    const piece = text.slice(position, end).replaceAll(otherControl, " ");
    if (piece === "") return;
    const previous = runs.at(-1);
    if (previous !== undefined && isSameStyle(previous, style))
      runs[runs.length - 1] = { ...previous, text: previous.text + piece };
    else runs.push({ ...style, text: piece });
  };
  for (const match of text.matchAll(token)) {
    addRun(match.index);
    style = nextStyle(style, match);
    position = match.index + match[0].length;
  }
  addRun(text.length);
  return runs;
}

/**
 * The text without formatting codes; other control characters become spaces.
 * @example
 * stripFormatting("\u000304red\u0003 alert"); // "red alert"
 */
export function stripFormatting(text: string): string {
  return text.replaceAll(token, "").replaceAll(otherControl, " ");
}

function nextStyle(style: TextStyle, match: RegExpMatchArray): TextStyle {
  const code = match[0].charAt(0);
  if (code === "\u000F") return plain;
  const toggled = toggles[code];
  if (toggled !== undefined) return { ...style, [toggled]: !style[toggled] };
  const foreground = readColour(match[1], match[3]);
  const background = readColour(match[2], match[4]);
  const { foreground: _, background: oldBackground, ...rest } = style;
  // A code without colours resets both; one without a background keeps it.
  if (foreground === undefined) return rest;
  const next = { foreground, background: background ?? oldBackground };
  return {
    ...rest,
    ...(next.foreground === "default" ? {} : { foreground: next.foreground }),
    ...(next.background === undefined || next.background === "default"
      ? {}
      : { background: next.background }),
  };
}

/** 99 means the reader's default colour. */
function readColour(
  palette: string | undefined,
  hex: string | undefined,
): TextColour | "default" | undefined {
  if (hex !== undefined) return { kind: "rgb", hex: hex.toLowerCase() };
  if (palette === undefined) return undefined;
  const index = Number(palette);
  return index === 99 ? "default" : { kind: "palette", index };
}

function isSameStyle(left: TextStyle, right: TextStyle): boolean {
  return (
    Object.values(toggles).every((name) => left[name] === right[name]) &&
    isSameColour(left.foreground, right.foreground) &&
    isSameColour(left.background, right.background)
  );
}

function isSameColour(left: TextColour | undefined, right: TextColour | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  if (left.kind === "rgb") return right.kind === "rgb" && left.hex === right.hex;
  return right.kind === "palette" && left.index === right.index;
}
