import type { Socket } from "node:net";

/** The part of the stream server's work done by the code that accepts sources. */
export interface SourceDoorPort {
  /**
   * Takes over a source's connection, and gives any other back untouched.
   * @param onOther called if it is not a source
   * @param onSource called if it is; the source owns the socket from then on
   */
  readonly open: (
    socket: Socket,
    callbacks: { readonly onOther: () => void; readonly onSource: () => void },
  ) => void;
}

/** Paths that sources' programs request besides sending sound. */
export type AdminPath = "/admin/metadata" | "/admin/killsource" | "/admin.cgi";

export interface AdminAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** Answers requests of sources' programs other than their sound. */
export interface SourceAdminPort {
  /** @param target path and query as received, one character per byte */
  readonly answer: (question: {
    readonly path: AdminPath;
    readonly target: string;
    readonly authorization: string | undefined;
    readonly address: string;
  }) => AdminAnswer;
  /** The answer to a program's probe before it broadcasts; null for any other request. */
  readonly answerToProbe: (request: {
    readonly method?: string | undefined;
    readonly url?: string | undefined;
  }) => AdminAnswer | null;
}
