import { useSyncExternalStore } from 'react'
import { isLeaving, leavingChanged } from './unsaved_marks.js'

/** Whether another page is loading, so that the control that led there is not pressed again. */
export const useIsLeaving = (): boolean => useSyncExternalStore(leavingChanged.on, isLeaving)
