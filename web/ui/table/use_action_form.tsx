import { useCallback, useState, type ReactNode } from 'react'
import { actionForm } from '#core/contract/slots'
import { SlotOutlet } from '../slots/SlotOutlet.js'

interface Asked {
  action: string
  count: number
  meant: object
  start: (input: object) => Promise<boolean>
  done: (started: boolean) => void
}

/** Asks for the input of a bulk action by its form, which is a fill of its plugin. */
export function useActionForm(): {
  /** @returns whether it was started */
  ask: (action: string, rows: Pick<Asked, 'count' | 'meant'>, start: Asked['start']) => Promise<boolean>
  form: ReactNode
} {
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask = useCallback(
    (action: string, { count, meant }: Pick<Asked, 'count' | 'meant'>, start: Asked['start']) =>
      new Promise<boolean>((resolve) =>
        setAsked({
          ...{ action, count, meant, start },
          done: (started) => {
            setAsked(null)
            resolve(started)
          },
        }),
      ),
    [],
  )
  const form = asked && (
    <SlotOutlet
      slot={actionForm(asked.action)}
      with={{
        count: asked.count,
        meant: asked.meant,
        start: async (input) => {
          const started = await asked.start(input)
          if (started) asked.done(true)
          return started
        },
        close: () => asked.done(false),
      }}
    />
  )
  return { ask, form }
}
