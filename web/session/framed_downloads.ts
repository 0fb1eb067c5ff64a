import { ApiError, apiErrorFrom, NETWORK_ERROR } from '../api/api_error.js'
import { fileOf } from '../api/file_of.js'
import { platformFetch } from '../api/platform_fetch.js'
import { unexpectedError } from '../api/signals.js'
import { bootstrap } from '../boot/bootstrap.js'
import { downloadFile } from '../boot/download_file.js'

/**
 * Saves a file from within another system's frame: a download link's own request carries no session there, with or without partitioned
 * cookies. So it is fetched like a call.
 */
export async function downloadInFrame(address: string): Promise<void> {
  try {
    const response = await platformFetch(address)
    if (!response.ok) throw apiErrorFrom(response.status, await response.json().catch(() => null), response.headers)
    const { name, file } = await fileOf(response)
    downloadFile(name, file)
  } catch (error) {
    unexpectedError.emit(error instanceof ApiError ? error : new ApiError(0, NETWORK_ERROR, [], null, { cause: error }))
  }
}

/** In another system's frame every download link is saved by `downloadInFrame`. Does nothing elsewhere. */
export function saveFramedDownloads(): void {
  if (!bootstrap.framed) return
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[download]') : null
    if (!link?.href.startsWith(`${location.origin}/api/`)) return
    event.preventDefault()
    void downloadInFrame(link.href)
  })
}
