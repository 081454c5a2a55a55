// What other features may use.
export { useIrcStatus } from "./irc-status-data.ts";
