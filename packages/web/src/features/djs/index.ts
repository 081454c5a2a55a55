// What other features may use.
export { DjAccess } from "./dj-access.tsx";
export { DjSessions } from "./dj-sessions.tsx";
