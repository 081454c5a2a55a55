/** The documentation, which the station serves beside the app. */
export const HELP_URL = "/docs/";

/** For menus, whose entries are buttons. */
export function openHelp(): void {
  window.open(HELP_URL, "_blank", "noopener");
}
