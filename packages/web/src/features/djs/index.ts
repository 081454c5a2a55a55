// Public to other features.
export { DjAccess } from "./dj-access.tsx";
export { DjSessions } from "./dj-sessions.tsx";
