import { UserRound } from "lucide-react";
import { lazy, Suspense, useState } from "react";

const AdminPanel = lazy(async () => {
  const { AdminPanel: panel } = await import("./admin-panel.tsx");
  return { default: panel };
});

/** The operator's name, which opens the admin panel. */
export function AdminButton({
  name,
  compact,
}: {
  readonly name: string;
  readonly compact: boolean;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={compact ? "icon-button" : "button"}
        title="Admin Panel"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <UserRound size={18} aria-hidden="true" className="text-primary-text" />
        <span className={compact ? "sr-only" : "max-w-40 truncate"}>{name}</span>
      </button>
      {isOpen && (
        <Suspense>
          <AdminPanel onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
