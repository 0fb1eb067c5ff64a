/** The file of a response, with the server's file name. */
export async function fileOf(response: Response): Promise<{ file: Blob; name: string }> {
  const disposition = response.headers.get('content-disposition') ?? ''
  const exact = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  const name = exact ? decodeURIComponent(exact) : /filename="([^"]+)"/.exec(disposition)?.[1]
  return { file: await response.blob(), name: name ?? 'download' }
}
