import { isChatName, stripChatName } from "./chat-name.ts";

export const CHAT_NAME_TOO_SHORT = "Username must be at least 2 characters long";
export const CHAT_NAME_RULE =
  "A name has 2 to 20 of the letters A to Z, digits and _ - [ ] \\ ` | { }";

/** What is wrong with a name; undefined if it is valid, or not wrong so far while typing. */
export function chatNameProblem(
  name: string,
  { isSent }: { readonly isSent: boolean },
): string | undefined {
  if (/[^\0-\x7f]/.test(name)) return CHAT_NAME_RULE;
  return isSent && !isChatName(name) ? CHAT_NAME_TOO_SHORT : undefined;
}

/** A letter and its transliteration to A to Z. Accents aren't listed: NFKD removes them first. */
const CYRILLIC =
  "аa бb вv гg дd еe жzh зz иi кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъ ыy ь эe юyu яya іi єye ґg ђdj јj љlj њnj ћc џdz";
const GREEK = "αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo";
const LATIN = "øo æae œoe ßss łl đd ðd þth ıi ħh ŧt";

const letters: ReadonlyMap<string, string> = new Map(
  `${CYRILLIC} ${GREEK} ${LATIN}`.split(" ").map((pair) => [pair.slice(0, 1), pair.slice(1)]),
);

/** The name in letters that nicks allow; undefined if too few remain. */
export function chatNameLike(name: string): string | undefined {
  const latin = stripChatName(toLatin(name).replaceAll(/[^\0-\x7f]/gu, ""));
  return isChatName(latin) ? latin : undefined;
}

/** Transliterates to A to Z: 'Игорь' becomes 'Igor'. Letters missing from the table stay. */
function toLatin(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\0-\x7f]/gu, (letter) => {
      const small = letter.toLowerCase();
      const latin = letters.get(small);
      if (latin === undefined) return letter;
      return letter === small ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
    });
}
