// Public to other features.
export { useNotifications } from "./notification-store.ts";
