// Public to other features.
export { useIrcStatus } from "./irc-status-data.ts";
