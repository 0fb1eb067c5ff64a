import { platformFetch } from '../api/platform_fetch.js'
import { bootstrap } from '../boot/bootstrap.js'

/** Pictures that were fetched once already; a second failure is final. */
const tried = new WeakMap<HTMLImageElement, string>()

async function fetchAnew(image: HTMLImageElement): Promise<void> {
  const { src } = image
  tried.set(image, src)
  const answer = await platformFetch(src)
  if (!answer.ok) return
  const address = URL.createObjectURL(await answer.blob())
  // It may show another picture by now.
  if (image.src === src) image.src = address
  await image.decode().catch(() => undefined)
  URL.revokeObjectURL(address)
}

/**
 * In another system's frame without cookies a picture's own request carries no session. Pictures that failed are fetched like a call. Does
 * nothing where cookies are kept.
 */
export function showFramedPictures(): void {
  if (!bootstrap.framed?.token) return
  const failed = ({ target }: Event) => {
    if (!(target instanceof HTMLImageElement) || tried.get(target) === target.src) return
    if (!target.src.startsWith(`${location.origin}/api/`)) return
    void fetchAnew(target).catch(() => undefined)
  }
  // Error events of pictures do not bubble.
  document.addEventListener('error', failed, true)
}
