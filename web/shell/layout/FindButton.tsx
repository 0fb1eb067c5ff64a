import { ButtonBase } from '@mui/material'
import { useSetAtom } from 'jotai'
import { onHover } from '#themes/index'
import { useT } from '#web/i18n'
import { Icon, Tip } from '#web/ui'
import { paletteAtom } from '../PaletteHost.js'

/** Opens the command palette, for people who do not know its keys. On phones it is under "more". */
export function FindButton() {
  const t = useT()
  const open = useSetAtom(paletteAtom)
  return (
    <Tip title={`${t('core.palette.find')} (Ctrl K)`}>
      <ButtonBase
        aria-label={t('core.palette.find')}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onClick={() => open('find')}
        sx={{
          ...{ width: 40, height: 40, borderRadius: 1, color: 'text.secondary' },
          ...onHover({ bgcolor: 'action.hover' }),
        }}
      >
        <Icon name="search" />
      </ButtonBase>
    </Tip>
  )
}
