import { createContext, use } from "react";
import type { ReactNode } from "react";

/** True if the heading takes the focus of a removed element. */
export const HeadingTakesFocus = createContext(false);

/** The top right corner of every page but the dashboard, which has its own; null on a phone. */
export const PageTools = createContext<ReactNode>(null);

/** A page's heading and what is beside it, at the same place and height on every page but the dashboard. */
export function PageHeader({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="group/header flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 px-1 pt-1 lg:px-0 lg:pt-0">
      <PageHeading className="text-[24px] leading-8 font-bold">{title}</PageHeading>
      {children}
      {/* A child at the right end pushes them there already; what is too wide moves to a line below. */}
      <Tools className="order-1 ms-auto group-has-[>.ml-auto]/header:ms-0" />
    </div>
  );
}

/** For a page without such a header, whose outermost element is `relative`. */
export function PageCorner() {
  return <Tools className="absolute top-4 right-4" />;
}

function Tools({ className }: { readonly className: string }) {
  const tools = use(PageTools);
  if (tools === null) return null;
  return <div className={`flex shrink-0 items-center gap-2 ${className}`}>{tools}</div>;
}

/** A page's main heading. */
export function PageHeading({
  id,
  className,
  children,
}: {
  readonly id?: string;
  readonly className: string;
  readonly children: ReactNode;
}) {
  const takesFocus = use(HeadingTakesFocus);
  return (
    <h1
      id={id}
      ref={takesFocus ? takeFocus : undefined}
      tabIndex={takesFocus ? -1 : undefined}
      className={`${className} outline-none focus-visible:shadow-none`}
    >
      {children}
    </h1>
  );
}

/** Unless the visitor has moved the focus since. A dialog that is about to close, such as the one to sign in, gives it up. */
function takeFocus(heading: HTMLElement | null): void {
  const dialog = document.activeElement?.closest("dialog") ?? null;
  if (dialog !== null) dialog.addEventListener("close", () => takeFocus(heading), { once: true });
  else if (document.activeElement === document.body) heading?.focus({ preventScroll: true });
}
