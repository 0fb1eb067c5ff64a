import { Box, Button, FormHelperText, IconButton, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useT } from '#web/i18n'
import { Icon, useFormState } from '#web/ui'

interface AnswerListProps<A extends { key: string }> {
  label: string
  items: readonly A[]
  /** Path of the list in the form, for errors of the whole list. */
  path: string
  itemLabel: (number: number) => string
  addLabel?: string
  onAdd?: () => void
  onRemove?: (index: number) => void
  /** Only if their order matters. */
  onMove?: (index: number, by: -1 | 1) => void
  /** In front of the buttons of an item. */
  head?: (item: A, index: number) => ReactNode
  children: (item: A, index: number) => ReactNode
}

/** The answers of a question of any type. */
export function AnswerList<A extends { key: string }>(props: AnswerListProps<A>) {
  const { label, items, path, itemLabel, addLabel, onAdd, onRemove, onMove, head, children } = props
  const t = useT()
  const { errorOf } = useFormState()
  const error = errorOf(path)
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      <Typography component="legend" sx={{ fontWeight: 600, mb: 2, p: 0 }}>
        {label}
      </Typography>
      {error && (
        <FormHelperText error role="alert" sx={{ mb: 2 }}>
          {error}
        </FormHelperText>
      )}
      <Stack component="ol" sx={{ listStyle: 'none', p: 0, m: 0, gap: 3 }}>
        {items.map((item, index) => {
          const name = itemLabel(index + 1)
          return (
            <Box component="li" key={item.key} sx={{ border: '1px solid', borderColor: 'divider', borderRadius: 1, p: 3 }}>
              <Stack direction="row" sx={{ alignItems: 'center', mb: 2, gap: 1 }}>
                <Box sx={{ flex: 1 }}>{head ? head(item, index) : <Typography sx={{ fontWeight: 550 }}>{name}</Typography>}</Box>
                {onMove && (
                  <>
                    <IconButton
                      aria-label={t('core.form.move_up', { what: name })}
                      disabled={index === 0}
                      onClick={() => onMove(index, -1)}
                    >
                      <Icon name="up" />
                    </IconButton>
                    <IconButton
                      aria-label={t('core.form.move_down', { what: name })}
                      disabled={index === items.length - 1}
                      onClick={() => onMove(index, 1)}
                    >
                      <Icon name="down" />
                    </IconButton>
                  </>
                )}
                {onRemove && (
                  <IconButton aria-label={t('core.form.remove', { what: name })} onClick={() => onRemove(index)}>
                    <Icon name="delete" />
                  </IconButton>
                )}
              </Stack>
              {children(item, index)}
            </Box>
          )
        })}
      </Stack>
      {onAdd && (
        <Button startIcon={<Icon name="add" />} onClick={onAdd} sx={{ mt: 3 }}>
          {addLabel}
        </Button>
      )}
    </Box>
  )
}

/** Moves one item a place up or down. Pure. */
export function moved<T>(items: readonly T[], index: number, by: -1 | 1): T[] {
  const next = [...items]
  next.splice(index + by, 0, ...next.splice(index, 1))
  return next
}
