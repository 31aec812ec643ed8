(** Books on shelves, from outside. *)

open Base

type book

(** Adds a book. *)
val add : book list -> book -> book list

exception Not_found_on of string

external now : unit -> float = "shelf_now"

module Catalogue : sig
  type t

  val size : t -> int
  (** How many books there are. *)
end

module type S = sig
  val name : string
end

class printer : object
  method print : unit
end
