import { Skeleton } from '@mui/material'
import { lazy, Suspense } from 'react'
import { FieldFrame, type FieldProps } from './Field.js'

const DayField = lazy(() => import('./DayField.js'))

export interface DayInputProps extends FieldProps {
  /** First and last allowed day, `yyyy-mm-dd`; the server must check them too. */
  min?: string
  max?: string
}

/**
 * A date without a time, typed or chosen, in the order of the page's language. Its value is `yyyy-mm-dd`, or null when empty; a half-typed
 * date is kept as typed, so that the server refuses it (rule `day`). The calendar is a chunk of its own.
 */
export function DayInput({ min, max, ...field }: DayInputProps) {
  return (
    <FieldFrame {...field}>
      <Suspense fallback={<Skeleton variant="rounded" height={44} />}>
        <DayField {...field} min={min} max={max} />
      </Suspense>
    </FieldFrame>
  )
}
