// What other features may use.
export { useNotifications } from "./notification-context.ts";
