import { useEffect } from 'react'
import { ApiError, NETWORK_ERROR } from '#web/api'
import { ErrorState } from '#web/ui'

/**
 * Replaces a page whose code failed or could not be loaded; a reload fetches it again. Part of the first bundle, because without a network
 * it could not be loaded either. Continues by itself when the network returns.
 */
export default function CrashPage() {
  useEffect(() => {
    const again = () => location.reload()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [])
  return <ErrorState asPage error={navigator.onLine ? null : new ApiError(0, NETWORK_ERROR)} onRetry={() => location.reload()} />
}
