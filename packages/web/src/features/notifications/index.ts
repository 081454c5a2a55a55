// Public to other features.
export { useNotifications } from "./notification-context.ts";
