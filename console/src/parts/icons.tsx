import type { SVGProps } from 'react'

export type IconProps = Omit<SVGProps<SVGSVGElement>, 'stroke'> & { size?: number; stroke?: number }

/** Creates an icon from paths on a grid of 24 by 24. */
const draw =
  (...paths: readonly string[]) =>
  ({ size = 24, stroke = 2, ...props }: IconProps) => (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
    >
      {paths.map(path => (
        <path key={path} d={path} />
      ))}
    </svg>
  )

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`

export const IconActivity = draw('M3 12h4l3-8 4 16 3-8h4')
export const IconAdjustments = draw('M4 8h8M16 8h4M4 16h2M10 16h10', circle(14, 8, 2), circle(8, 16, 2))
export const IconArrows = draw('M4 8h15M15 4l4 4-4 4', 'M20 16H5M9 12l-4 4 4 4')
export const IconBuildingStore = draw(
  'M5 12v8h14v-8M10 20v-5h4v5',
  'M3 9l2-5h14l2 5a3 3 0 0 1-6 0a3 3 0 0 1-6 0a3 3 0 0 1-6 0z',
)
export const IconChevronDown = draw('M6 9l6 6 6-6')
export const IconClipboardList = draw('M9 5H6v16h12V5h-3', 'M9 3h6v4H9z', 'M9 12h6M9 16h4')
export const IconCreditCard = draw('M3 6h18v12H3zM3 10h18M7 15h3')
export const IconDiscount = draw('M6 18L18 6', circle(8, 8, 2), circle(16, 16, 2))
export const IconHistory = draw('M4 4v5h5', 'M4.5 9a8 8 0 1 1-.4 5', 'M12 8v4l3 2')
export const IconHome = draw('M4 11l8-7 8 7v9h-5v-6H9v6H4z')
export const IconKey = draw(circle(8, 15, 4), 'M11 12l9-9M16 7l3 3')
export const IconLock = draw('M6 11h12v9H6z', 'M8 11V8a4 4 0 0 1 8 0v3')
export const IconMail = draw('M3 6h18v12H3z', 'M3 7l9 7 9-7')
export const IconMenu = draw('M4 7h16M4 12h16M4 17h16')
export const IconPackages = draw('M12 3l8 4.5v9L12 21l-8-4.5v-9z', 'M12 12l8-4.5M12 12v9M12 12L4 7.5')
export const IconSearch = draw(circle(11, 11, 6), 'M20 20l-4.7-4.7')
export const IconShoppingCart = draw('M3 4h2l2.5 11h10L20 7H6', circle(9, 19, 1), circle(16, 19, 1))
export const IconTag = draw('M4 4h8l8 8-8 8-8-8z', 'M8 8h.01')
export const IconTicket = draw('M4 6h16v4a2 2 0 0 0 0 4v4H4v-4a2 2 0 0 0 0-4z', 'M14 8v2M14 14v2')
export const IconTool = draw('M15 5a4 4 0 0 0-5 5l-6 6 4 4 6-6a4 4 0 0 0 5-5l-3 3-3-1-1-3z')
export const IconTruckDelivery = draw(
  'M5 17H3V6h11v11H9M15 17h-1M14 9h4l3 4v4h-2',
  circle(7, 17, 2),
  circle(17, 17, 2),
)
export const IconTruckLoading = draw('M12 3v10M8 9l4 4 4-4', 'M4 14v6h16v-6')
export const IconTruckReturn = draw('M9 13L4 8l5-5', 'M4 8h11a5.5 5.5 0 0 1 0 11h-4')
export const IconUserCircle = draw(circle(12, 12, 9), circle(12, 10, 3), 'M6.5 19a6 6 0 0 1 11 0')
export const IconUsers = draw(
  circle(9, 8, 3.5),
  'M3 20a6 6 0 0 1 12 0',
  'M16 4.7a3.5 3.5 0 0 1 0 6.6M18 14.6a6 6 0 0 1 3 5.4',
)
export const IconUsersGroup = draw(
  circle(12, 9, 3),
  'M6.5 20a5.5 5.5 0 0 1 11 0',
  circle(5, 7, 1.5),
  circle(19, 7, 1.5),
  'M2 14a3 3 0 0 1 3-3M22 14a3 3 0 0 0-3-3',
)
export const IconWebhook = draw(
  circle(12, 6, 2.5),
  circle(6, 17, 2.5),
  circle(18, 17, 2.5),
  'M10.8 8.2l-3.6 6.6M13.2 8.2l3.6 6.6M8.5 17h7',
)
export const IconX = draw('M6 6l12 12M18 6L6 18')
