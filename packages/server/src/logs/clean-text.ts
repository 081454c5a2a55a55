// Characters that reverse the text direction, and invisible ones.
const deceptive = /[\u200B\u202A-\u202E\u2066-\u2069\uFEFF]/g;

/**
 * Makes untrusted text safe to show beside that of others: no deceptive characters, and few combining marks per letter.
 */
export function cleanText(text: string): string {
  return text.replaceAll(deceptive, "").replaceAll(/(\p{M}{3})\p{M}+/gu, "$1");
}
