import { TestAwakeTimer } from "@neonrelay/process/test-awake-timer";
import { Client } from "pg";
import * as z from "zod";
import type { NodeName, TestNodes } from "./test-nodes.ts";
import { until } from "./test-station.ts";

const CHECK_LIMIT_MS = 2000;
const rowsSchema = z.array(z.object({ holder: z.enum(["a", "b"]), has_url: z.boolean() }));

/** Reads from the database which node of a station serves. The caller closes it. */
export class ServingNode implements AsyncDisposable {
  readonly #nodes: Pick<TestNodes, "urlOf">;
  readonly #database: Client;

  private constructor(nodes: Pick<TestNodes, "urlOf">, database: Client) {
    this.#nodes = nodes;
    this.#database = database;
  }

  static async open(nodes: Pick<TestNodes, "urlOf">, databaseUrl: string): Promise<ServingNode> {
    const database = new Client({ connectionString: databaseUrl });
    await database.connect();
    return new ServingNode(nodes, database);
  }

  /** Waits until both nodes answer. @returns the serving node and the standby */
  async find(): Promise<{ readonly serving: NodeName; readonly waiting: NodeName }> {
    return await until("one node serves, and the other one waits", async () => {
      if (!(await this.isWell("a")) || !(await this.isWell("b"))) return undefined;
      if (await this.isServing("a")) return { serving: "a", waiting: "b" };
      return (await this.isServing("b")) ? { serving: "b", waiting: "a" } : undefined;
    });
  }

  /** Waits until that node holds the lease and answers. @returns how long that took, in ms */
  async untilServing(name: NodeName): Promise<number> {
    using timer = new TestAwakeTimer();
    await until(`node ${name} serves`, async () => await this.isServing(name), {
      limitMs: 60_000,
    });
    return timer.passedMs;
  }

  /** Whether that node holds the lease and answers. */
  async isServing(name: NodeName): Promise<boolean> {
    const { rows } = await this.#database.query(
      "select holder, url is not null as has_url from node_lease",
    );
    const [row] = rowsSchema.parse(rows);
    return row?.holder === name && row.has_url && (await this.isWell(name));
  }

  async isWell(name: NodeName): Promise<boolean> {
    const url = new URL("/api/health", this.#nodes.urlOf(name));
    const response = await fetch(url, { signal: AbortSignal.timeout(CHECK_LIMIT_MS) }).catch(
      () => null,
    );
    return response?.ok === true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#database.end();
  }
}
