import { useSyncExternalStore } from 'react'
import { isLeaving, leavingChanged } from './unsaved_marks.js'

/** Whether this page gives way to another one, which may take its time: what led there is not to be pressed once more. */
export const useIsLeaving = (): boolean => useSyncExternalStore(leavingChanged.on, isLeaving)
