import { createContext, use } from "react";
import type { ToastStore } from "./toast-store.ts";

export const ToastContext = createContext<ToastStore | undefined>(undefined);

export function useToasts(): ToastStore {
  const toasts = use(ToastContext);
  if (toasts === undefined) throw new Error("ToastContext is missing above this component");
  return toasts;
}
