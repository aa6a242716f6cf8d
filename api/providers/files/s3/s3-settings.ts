import { z } from "zod";

/** Location and credentials of a bucket. */
export type S3Settings = {
  /** Null for Amazon's own endpoint of the region. */
  endpoint: string | null;
  /** Null to use AWS_REGION or the client's own config files. */
  region: string | null;
  bucket: string;
  /** The prefix of every key: "" or a path that ends in a slash. */
  prefix: string;
  /**
   * True for `/bucket/key` on the endpoint's host, as most servers expect; false for a host per
   * bucket.
   */
  isPathStyle: boolean;
  /** Null to use the client's own sources (AWS_* variables, config files, the machine's role). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
};

export const S3_SECRETS = ["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;

const schema = z
  .object({
    S3_BUCKET: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket")
      .optional(),
    S3_ENDPOINT: z
      .url({ protocol: /^https?$/, error: "must be an http(s) URL" })
      .refine(isBare, "must be like https://s3.example, without user, query and hash")
      .optional(),
    S3_REGION: z
      .string()
      .regex(/^[a-z0-9-]{1,64}$/i, "must be a region such as eu-central-1")
      .optional(),
    S3_PREFIX: z
      .string()
      .regex(/^[\w-]+(?:\/[\w-]+)*\/?$/, "must be letters, digits, _ and -, with slashes between")
      .optional(),
    S3_PATH_STYLE: z.enum(["0", "1", "true", "false"]).optional(),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
  })
  .superRefine((env, context) => {
    const reject = (name: string, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    const [name] = Object.keys(env);
    if (name !== undefined && !env.S3_BUCKET) reject("S3_BUCKET", `is missing beside ${name}`);
    const hasKey = env.S3_ACCESS_KEY_ID !== undefined;
    if (hasKey && env.S3_SECRET_ACCESS_KEY === undefined) {
      reject("S3_SECRET_ACCESS_KEY", "is missing beside S3_ACCESS_KEY_ID");
    }
    if (!hasKey && env.S3_SECRET_ACCESS_KEY !== undefined) {
      reject("S3_ACCESS_KEY_ID", "is missing beside S3_SECRET_ACCESS_KEY");
    }
  });

/** The names of its settings. */
export const S3_SETTINGS: readonly string[] = Object.keys(schema.shape);

function isBare(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { username, password, search, hash } = new URL(text);
  return username + password + search + hash === "";
}

/**
 * Reads the bucket's settings from the environment; null if none are set. `problems` has one
 * sentence per error and never contains secret values.
 */
export function readS3Settings(environment: Record<string, string | undefined>): {
  s3: S3Settings | null;
  problems: string[];
} {
  const set = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined),
  );
  const parsed = schema.safeParse(set);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path, message }) => `${String(path[0])}: ${message}`,
    );
    return { s3: null, problems };
  }
  const env = parsed.data;
  if (env.S3_BUCKET === undefined) return { s3: null, problems: [] };
  const endpoint = env.S3_ENDPOINT?.replace(/\/+$/, "") ?? null;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  const isPathStyle =
    env.S3_PATH_STYLE === undefined ? endpoint !== null : /^(?:1|true)$/.test(env.S3_PATH_STYLE);
  const s3: S3Settings = {
    endpoint,
    // Most servers other than Amazon's expect this region, or accept any.
    region: env.S3_REGION ?? (endpoint === null ? null : "us-east-1"),
    bucket: env.S3_BUCKET,
    prefix: env.S3_PREFIX ? `${env.S3_PREFIX.replace(/\/$/, "")}/` : "",
    isPathStyle,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
  };
  return { s3, problems: [] };
}

/** The bucket's name for people and for the restore marker. */
export const describeBucket = ({ bucket, prefix }: S3Settings) => `s3://${bucket}/${prefix}`;
