import { ErrorState } from '#web/ui'

/** In the place of a page whose code failed or could not be loaded. A reload fetches it anew. */
export default function CrashPage() {
  return <ErrorState asPage onRetry={() => location.reload()} />
}
