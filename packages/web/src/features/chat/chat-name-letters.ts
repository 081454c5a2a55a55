import { isChatName, stripChatName } from "./chat-name-rules.ts";

/** A letter, and how it is written in the letters A to Z. Accents are no part of it: NFKD takes them off before. */
const CYRILLIC =
  "аa бb вv гg дd еe жzh зz иi кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъ ыy ь эe юyu яya іi єye ґg ђdj јj љlj њnj ћc џdz";
const GREEK = "αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo";
const LATIN = "øo æae œoe ßss łl đd ðd þth ıi ħh ŧt";

const letters: ReadonlyMap<string, string> = new Map(
  `${CYRILLIC} ${GREEK} ${LATIN}`.split(" ").map((pair) => [pair.slice(0, 1), pair.slice(1)]),
);

/** The name in letters that nicks have; undefined when it has too few of them. */
export function chatNameLike(name: string): string | undefined {
  const latin = stripChatName(toLatin(name).replaceAll(/[^\0-\x7f]/gu, ""));
  return isChatName(latin) ? latin : undefined;
}

/** 'Игорь' in the letters A to Z: 'Igor'. What the table does not have stays. */
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
