/** The three ways into the database; what each may do stands in docs/operations.md. */
export interface DatabaseUrls {
  /** Work of one company; its role sees nothing without a company's badge. */
  databaseUrl: string
  /** Work across companies and the job tables. */
  databaseAcrossUrl: string
  /** Migrations, at start only. */
  databaseOwnerUrl: string
}

/** The same as environment variables, for a process that is started. Pure. */
export function databaseEnv(urls: DatabaseUrls): Record<string, string> {
  return {
    DATABASE_URL: urls.databaseUrl,
    DATABASE_ACROSS_URL: urls.databaseAcrossUrl,
    DATABASE_OWNER_URL: urls.databaseOwnerUrl,
  }
}

/** Only the three addresses of whatever carries them. Pure. */
export function databaseUrls({ databaseUrl, databaseAcrossUrl, databaseOwnerUrl }: DatabaseUrls): DatabaseUrls {
  return { databaseUrl, databaseAcrossUrl, databaseOwnerUrl }
}

/** The same server and login, another database. Pure. */
export function inDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** The database of an address. Pure. */
export function nameOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1))
}

/** The login of a database address. Pure. */
export function loginOf(url: string): string {
  return decodeURIComponent(new URL(url).username)
}
