/**
 * Copies a text to the clipboard, also on a page without https, where browsers offer only the older way.
 * @throws when neither is allowed
 */
export async function copyText(text: string): Promise<void> {
  // Absent on pages that are not secure, whatever its type says.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard !== undefined) {
    await clipboard.writeText(text);
    return;
  }
  const copyThis = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
  };
  document.addEventListener("copy", copyThis, { once: true });
  const isCopied = document.execCommand("copy");
  document.removeEventListener("copy", copyThis);
  if (!isCopied) throw new Error("the browser did not copy");
}
