create table giftcards.carte (
  id bigint generated always as identity primary key,
  "clientId" text not null,
  message text not null,
  "soldeCents" bigint not null,
  active boolean not null default false
);
