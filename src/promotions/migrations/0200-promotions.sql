-- "idClient" and "idProduit" are kept as they were given; "clientsVises" and "produitsVises" name the same customers by
-- their CLI_ identifier and the same products by their id, which is what a basket is compared with.
create table promotions.promotion (
  id bigint generated always as identity primary key,
  version bigint not null default 1,
  "categoriePromotion" text not null,
  "typePromotion" text not null,
  "idClient" text[],
  "clientsVises" text[],
  "idProduit" text[],
  "produitsVises" text[],
  "idMagasin" text[],
  "categorieProduit" text,
  "valeurPromotion" numeric(14, 6) not null,
  "uniteValeur" text not null,
  "autoAppliquee" boolean not null,
  "seuilMontant" bigint,
  "quantiteAchat" bigint,
  description text not null,
  "dateDebut" timestamptz not null,
  "dateFin" timestamptz not null,
  "applicationCreatrice" text not null,
  "applicationsConcernees" text[] not null,
  "dateCreation" timestamptz not null,
  "dateModification" timestamptz not null,
  "dateSuppression" timestamptz,
  check ("dateDebut" <= "dateFin")
);
-- Orders compares its copy with these records every minute, a count and a sum of versions for each run of ids.
create index promotion_versions on promotions.promotion (id) include (version);
