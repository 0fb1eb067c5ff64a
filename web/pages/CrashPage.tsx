import { useEffect } from 'react'
import { ApiError, NETWORK_ERROR } from '#web/api'
import { ErrorState } from '#web/ui'

/**
 * In the place of a page whose code failed or could not be loaded: a reload fetches it anew. It is there from the start, as without a
 * network its own code would not come either; when there is one again it goes on by itself.
 */
export default function CrashPage() {
  useEffect(() => {
    const again = () => location.reload()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [])
  return <ErrorState asPage error={navigator.onLine ? null : new ApiError(0, NETWORK_ERROR)} onRetry={() => location.reload()} />
}
