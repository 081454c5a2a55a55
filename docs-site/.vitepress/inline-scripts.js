/**
 * The station's policy allows no script within a page. What VitePress puts there decides between light and dark, and names
 * the keys of a Mac: the site is always dark, and can do without the other.
 * @throws when a page has another one
 */
export function leaveOutInlineScripts(html) {
  const pure = html
    .replace(/<script id="check-(?:dark-mode|mac-os)">.*?<\/script>/gs, "")
    .replace("<html ", '<html class="dark" ');
  if (/<script(?![^>]*\ssrc=)[^>]*>/.test(pure)) throw new Error("a page has a script within it");
  return pure;
}
