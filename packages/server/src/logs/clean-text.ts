// Characters that reverse the order of letters, and invisible ones.
const deceptive = /[\u200B\u202A-\u202E\u2066-\u2069\uFEFF]/g;

/** Text as it may be shown beside that of others: without signs that deceive, and with few marks on a letter. */
export function cleanText(text: string): string {
  return text.replaceAll(deceptive, "").replaceAll(/(\p{M}{3})\p{M}+/gu, "$1");
}
