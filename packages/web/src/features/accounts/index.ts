// Public to other features.
export { Avatar } from "./avatar.tsx";
export { isOperator } from "./role-rules.ts";
export { NewPasswordField, PasswordField } from "./password-field.tsx";
export { rememberSession } from "./remembered-session.ts";
export { roleName } from "./role-rules.ts";
export {
  sessionName,
  sessionQuery,
  useClosedBecause,
  useRight,
  useSession,
  useSignOut,
} from "./session-data.ts";
