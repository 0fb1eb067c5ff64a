import { LoadingState } from '#web/ui'

/** Shown while a page's code loads. */
export default function PageSkeleton() {
  return <LoadingState shape="page" count={4} />
}
