import { useEffect, useRef, useState } from 'react'
import { DetailedError, Upload } from 'tus-js-client'
import { ApiError, NETWORK_ERROR, request, toApiError } from '#web/api'
import { markUnsaved } from '#web/session'

const ENDPOINT = '/api/mailbox_tools/uploads'
/** Size of a chunk, in bytes. */
const PIECE = 8 * 1024 * 1024

/** The server's error, or a network error if it could not be reached. */
function errorOf(error: Error | DetailedError): ApiError {
  const response = error instanceof DetailedError ? error.originalResponse : null
  if (!response) return new ApiError(0, NETWORK_ERROR, [], null, { cause: error })
  try {
    const { code } = JSON.parse(response.getBody()) as { code: string }
    return new ApiError(response.getStatus(), code, [], null, { cause: error })
  } catch {
    return new ApiError(response.getStatus(), 'default', [], null, { cause: error })
  }
}

export interface Sending {
  file: File
  /** In bytes. */
  sent: number
}

/** Uploads a file in chunks; an interrupted upload resumes where it stopped, also after a reload. */
export function useUpload(onDone: (token: string) => void) {
  const [sending, setSending] = useState<Sending | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const upload = useRef<Upload>(undefined)
  const isSending = sending !== null
  useEffect(() => (isSending ? markUnsaved() : undefined), [isSending])
  useEffect(() => () => void upload.current?.abort(), [])

  const send = async (file: File) => {
    setError(null)
    setSending({ file, sent: 0 })
    // Fetch a fresh CSRF token: these requests bypass the API client, which replaces a refused token.
    const { csrf_token: token } = await request<{ csrf_token: string }>('/public/auth/csrf/')
    const next = new Upload(file, {
      endpoint: ENDPOINT,
      chunkSize: PIECE,
      headers: { 'X-CSRF-Token': token },
      metadata: { filename: file.name },
      removeFingerprintOnSuccess: true,
      onShouldRetry: (failure) => {
        const status = failure.originalResponse?.getStatus() ?? 0
        return status === 0 || status >= 500 || status === 409 || status === 423
      },
      onProgress: (sent) => setSending({ file, sent }),
      onError: (failure) => {
        setSending(null)
        setError(errorOf(failure))
      },
      onSuccess: () => {
        setSending(null)
        onDone(next.url!.split('/').at(-1)!)
      },
    })
    upload.current = next
    const [before] = await next.findPreviousUploads()
    if (before) next.resumeFromPreviousUpload(before)
    next.start()
  }
  const stop = () => {
    void upload.current?.abort()
    setSending(null)
  }
  const start = (file: File) =>
    void send(file).catch((failure: unknown) => {
      setSending(null)
      setError(toApiError(failure))
    })
  return { sending, error, send: start, stop }
}
