import { LoadingState } from '#web/ui'

/** While a page's code is on its way. */
export default function PageSkeleton() {
  return <LoadingState shape="page" count={4} />
}
