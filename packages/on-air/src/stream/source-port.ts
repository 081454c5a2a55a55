import type { Socket } from "node:net";

/** What the stream server leaves to the code that takes in sources. */
export interface SourceDoorPort {
  /**
   * Takes a source's connection, and gives any other back as it was.
   * @param onOther it is none
   * @param onSource it is one, and owns the socket from here on
   */
  readonly open: (
    socket: Socket,
    callbacks: { readonly onOther: () => void; readonly onSource: () => void },
  ) => void;
}

/** The paths that sources' programs ask for beside their sound. */
export type AdminPath = "/admin/metadata" | "/admin/killsource" | "/admin.cgi";

export interface AdminAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** Answers what sources' programs ask for beside their sound. */
export interface SourceAdminPort {
  /** @param target path and query as they came, a character for each byte */
  readonly answer: (question: {
    readonly path: AdminPath;
    readonly target: string;
    readonly authorization: string | undefined;
    readonly address: string;
  }) => AdminAnswer;
  /** What a source's program asks before it broadcasts; null for any other request. */
  readonly answerToProbe: (request: {
    readonly method?: string | undefined;
    readonly url?: string | undefined;
  }) => AdminAnswer | null;
}
